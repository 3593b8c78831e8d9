/** Numbers and times for readers. The output does not depend on the time zone or locale of the machine. */

export function formatNumber(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 0.5) return '< 1 ms';
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export function formatTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()] ?? ''} ${at.getUTCFullYear()}, ${at.toISOString().slice(11, 16)} UTC`;
}

export function truncate(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}

export function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
