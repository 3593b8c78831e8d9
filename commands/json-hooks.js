/**
 * For packages that import JSON without saying that it is JSON, as only bundlers let them.
 *
 * @type {import('node:module').ResolveHook}
 */
export async function resolve(specifier, context, nextResolve) {
  const resolved = await nextResolve(specifier, context);
  return specifier.endsWith('.json') ? { ...resolved, importAttributes: { type: 'json' } } : resolved;
}
