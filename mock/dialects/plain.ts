import { assemble } from './assemble.ts';

/** The dialect of a tenant that does the usual thing wherever it may choose. */
export const plain = assemble('plain', {});
