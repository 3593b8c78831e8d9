import type { RequirementId } from '../../contracts/requirements/index.ts';
import { judging } from '../check/judging.ts';
import { expect } from '../check/expect.ts';

interface Expected {
  readonly value: unknown;
  readonly by: RequirementId;
}

/**
 * What a model knows of one thing: for each member that the specification says is kept, its value and the requirement by which
 * it has this value now. After each step of a history all members are compared, not only those that the step is about.
 */
export class Kept<Member extends string> {
  readonly #members = new Map<Member, Expected>();

  /** A step gave the member this value. */
  set(member: Member, value: unknown, by: RequirementId): void {
    this.#members.set(member, { value, by });
  }

  /** A step was not about the member, so that another requirement says that it has its value still. */
  keep(member: Member, by: RequirementId): void {
    const known = this.#members.get(member);
    if (known) this.#members.set(member, { ...known, by });
  }

  /** A step after which the value of the member is open. */
  forget(member: Member): void {
    this.#members.delete(member);
  }

  names(): readonly Member[] {
    return [...this.#members.keys()];
  }

  valueOf(member: Member): unknown {
    return this.#members.get(member)?.value;
  }

  async expectIn(shown: Readonly<Record<Member, unknown>>): Promise<void> {
    for (const [member, { value, by }] of this.#members) {
      const seen: unknown = shown[member];
      await judging(by, () => {
        expect(seen, member).toEqual(value);
      });
    }
  }
}
