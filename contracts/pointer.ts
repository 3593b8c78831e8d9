/** Splits `/a/0/b~1c` or `#/a/0` into its tokens. */
export function tokensOf(pointer: string): string[] {
  return pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer, or undefined. Inherited members, such as `constructor`, are not followed. */
export function resolvePointer(root: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce<unknown>(
    (node, token) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, token)
        ? (node as Record<string, unknown>)[token]
        : undefined,
    root,
  );
}
