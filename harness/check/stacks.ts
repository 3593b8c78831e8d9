/**
 * Playwright looks up every place of every stack in a source map, which costs a quarter of a millisecond for each
 * expectation. Where Node reads the checks as they stand nothing is translated and there are no maps, so that a place is what
 * Node says it is.
 */
if (process.env['PW_DISABLE_TS_ESM']) Reflect.deleteProperty(Error, 'prepareStackTrace');
