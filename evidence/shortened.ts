/** A body that is not longer than it may be, with how much of it is left out. */
export function shortened(body: string, longest: number): string {
  return body.length <= longest ? body : `${body.slice(0, longest)} … ${body.length - longest} more characters`;
}
