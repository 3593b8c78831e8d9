import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { derivedFile } from '../contracts/installation.ts';

/** A way for the reference tenant to break a requirement, as reports show it. */
export interface FaultSentence {
  readonly id: string;
  readonly sentence: string;
}

/** The faults of each requirement, by its id. */
export type FaultSentences = Readonly<Record<string, readonly FaultSentence[]>>;

/** What the file holds: the sentences by requirement and name, and a fingerprint of the sources that they come from. */
export interface FaultSentencesFile {
  readonly fingerprint: string;
  readonly faults: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The faults of a file, with their ids. */
export function faultsIn({ faults }: FaultSentencesFile): FaultSentences {
  return Object.fromEntries(
    Object.entries(faults).map(([requirement, own]) => [
      requirement,
      Object.entries(own).map(([name, sentence]) => ({ id: `${requirement}/${name}`, sentence })),
    ]),
  );
}

/** Written by proof and read by reports, which must not import each other. It is a tenth of the package where it is not compressed. */
export const FAULT_SENTENCES = derivedFile('faults.json.gz');

export function readFaultSentences(): FaultSentencesFile {
  return JSON.parse(gunzipSync(readFileSync(FAULT_SENTENCES)).toString('utf8')) as FaultSentencesFile;
}

export function packed(file: FaultSentencesFile): Buffer {
  return gzipSync(JSON.stringify(file));
}
