/** Lengths of time, in milliseconds. */

export const MINUTE = 60_000;

/** How long a request takes between reading a record and writing it whole. */
export const BETWEEN = 40;

export const DAY = 86_400_000;
export const HALF_HOUR = 30 * 60_000;
