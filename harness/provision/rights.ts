import type { Actor } from '../client/actor.ts';

/** Actions on things of one type. */
export type Right = readonly [
  resourceType: 'Deployment' | 'Report' | 'ReportFolder' | 'Folder',
  actions: readonly string[],
  resources: readonly string[],
];

interface Asked {
  readonly right: Right;
  readonly given: () => void;
  readonly refused: (why: unknown) => void;
}

/**
 * Gives users rights through roles that the run makes. What is asked for while a role of the same user is being made goes into
 * the next role together: the sources ask one by one, and each role costs two requests.
 */
export class Rights {
  readonly #admin: Actor;
  readonly #fresh: (what: string) => string;
  /** What is asked for and not given yet, by user; present while a role of the user is being made. */
  readonly #asked = new Map<string, Asked[]>();

  constructor(admin: Actor, fresh: (what: string) => string) {
    this.#admin = admin;
    this.#fresh = fresh;
  }

  /** A new role with these rights. */
  async role(...rights: readonly Right[]): Promise<string> {
    const policies = rights.map(([resourceType, actions, resources]) => ({ resourceType, actions, resources }));
    const { id } = await this.#admin.preparing.createRole({ name: this.#fresh('role'), policies } as never);
    return String(id);
  }

  async give(userId: string, right: Right): Promise<void> {
    return new Promise((given, refused) => {
      const asked = { right, given, refused };
      const others = this.#asked.get(userId);
      if (others) others.push(asked);
      else {
        this.#asked.set(userId, [asked]);
        void this.#giveAll(userId);
      }
    });
  }

  /** Gives the same in several ways, of which a tenant may know one. */
  async giveAny(userId: string, ...rights: readonly Right[]): Promise<void> {
    const results = await Promise.allSettled(rights.map((right) => this.give(userId, right)));
    const refused = results.filter((one) => one.status === 'rejected');
    if (refused.length === results.length) throw refused[0]?.reason;
  }

  async #giveAll(userId: string): Promise<void> {
    for (let batch = this.#take(userId); batch.length > 0; batch = this.#take(userId)) {
      const isGiven = await this.#grant(userId, batch);
      // A tenant may refuse one of them: each of the others is then given by itself.
      if (!isGiven) for (const one of batch) await this.#grant(userId, [one]);
    }
    this.#asked.delete(userId);
  }

  #take(userId: string): Asked[] {
    return this.#asked.get(userId)?.splice(0) ?? [];
  }

  /** Whether they were given; one that is refused by itself is refused for good. */
  async #grant(userId: string, batch: readonly Asked[]): Promise<boolean> {
    try {
      await this.#admin.preparing.grantRole(await this.role(...batch.map(({ right }) => right)), userId);
      for (const { given } of batch) given();
      return true;
    } catch (error) {
      if (batch.length === 1) for (const { refused } of batch) refused(error);
      return batch.length === 1;
    }
  }
}
