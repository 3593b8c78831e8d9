import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { isSuccess, type Answer } from '../http/answer.ts';
import { isId } from '../../contracts/lossless-json.ts';

/**
 * How soon a new thing must show: a job that was started by its id, and whatever was created in lists, filters and
 * searches. The specification gives no time; this is the longest that the suite allows, in milliseconds.
 */
export const APPEARS_WITHIN = 3_000;
/** For a leased tenant whose dialect delays nothing: a few repeats are enough. */
export const APPEARS_WITHIN_ON_LEASE = 100;

const FIRST_PAUSE = 100;
const GROWTH = 1.6;
const LONGEST_PAUSE = 800;

/**
 * How long to wait before the next read of something that has not appeared yet, after that many reads. What appears, appears
 * soon; what does not is read a few times until the end, and not thirty.
 */
export function pauseAfter(reads: number, isPrompt: boolean): number {
  return isPrompt ? 20 : Math.min(FIRST_PAUSE * GROWTH ** (reads - 1), LONGEST_PAUSE);
}

/** The member of the response to a start with the id of the job, which other requests have in their path or body. */
const JOBS: Readonly<Partial<Record<AnyOperationId, string>>> = {
  startDashboardExport: 'jobId',
  startTransformSync: 'syncJobId',
  startMetricViewPreview: 'previewId',
  previewPromotion: 'previewId',
};
const MEMBERS = [...new Set(Object.values(JOBS))];

/** Statuses of an id that nobody knows. What an unknown id gets is open for most jobs. */
const UNKNOWN = [404, 410];
/** These may also be about the caller, so they are taken for an unknown id only if the caller started the job. */
const PERHAPS_UNKNOWN = [400, 403, 422];
/** The response to a request that the job is not ready for, so it is known. */
const CONFLICT = 409;

interface Request {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

interface NewJob {
  readonly startedBy: string;
  readonly deadline: number;
}

/** The jobs that a check has started and not yet read. */
export class NewJobs {
  readonly #isPrompt: boolean;
  readonly #jobs = new Map<string, NewJob>();

  constructor(isPrompt: boolean) {
    this.#isPrompt = isPrompt;
  }

  /** Sends a request, and again while it gets the response to an unknown id, if it names a job that was just started. */
  async send(
    { name }: { readonly name: string },
    { path, body }: Request,
    request: () => Promise<Answer>,
  ): Promise<Answer> {
    const answer = await request();
    this.#learn(name, answer);
    const given = { ...(typeof body === 'object' ? body : undefined), ...path } as Readonly<Record<string, unknown>>;
    for (const key of MEMBERS.map((member) => keyOf(member, given[member]))) {
      const job = this.#jobs.get(key);
      if (!job) continue;
      const last = await this.#untilKnown(job, name, answer, request);
      // A caller who is refused learns nothing about the job.
      if (isSuccess(last) || last.status === CONFLICT || Date.now() >= job.deadline) this.#jobs.delete(key);
      return last;
    }
    return answer;
  }

  async #untilKnown(job: NewJob, name: string, first: Answer, request: () => Promise<Answer>): Promise<Answer> {
    const unknown = job.startedBy === name ? [...UNKNOWN, ...PERHAPS_UNKNOWN] : UNKNOWN;
    let answer = first;
    for (let reads = 1; unknown.includes(answer.status) && Date.now() < job.deadline; reads += 1) {
      await sleep(pauseAfter(reads, this.#isPrompt));
      answer = await request();
    }
    return answer;
  }

  #learn(name: string, answer: Answer): void {
    const member = JOBS[answer.operation];
    if (member === undefined || !isSuccess(answer)) return;
    const id = ((answer.body ?? {}) as Readonly<Record<string, unknown>>)[member] ?? answer.located;
    const deadline = Date.now() + (this.#isPrompt ? APPEARS_WITHIN_ON_LEASE : APPEARS_WITHIN);
    this.#jobs.set(keyOf(member, id), { startedBy: name, deadline });
  }
}

function keyOf(member: string, id: unknown): string {
  return isId(id) ? `${member} ${id}` : '';
}
