/** What other vendors call the members of a patch that replaces a text of a file, for reports and for dashboards alike. */

/** The text to be replaced. */
export const OLD_TEXT = [
  '^(old|original|search|find|target)_?(text|string|str|content)?$',
  '^(from|match|before)$',
  '^(exact|existing|current|previous|matched|replaced?)_?(text|string|str|content|value)$',
  '^(find|search|look_?for|to_?(find|match|replace))',
  '^(exact(ly)?|existing|current|previous|match(ed|ing)?|replaced|needle|anchor)$',
] as const;

/** The text to put there. */
export const NEW_TEXT = [
  '^(new|replace|replacement|substitute)_?(text|string|str|content|with|by)?$',
  '^(to|with|by|after|put|insert|into)$',
  '^(updated|desired|changed|resulting|substituted?|substitution)_?(text|string|str|content|value)?$',
  '^(content|text)$',
] as const;

/** The hash of the file that the patch was made for. */
export const FILE_HASH = [
  '^hash$',
  '^(expected|base|old|previous|current|content)_?hash$',
  'hash$',
  'sha_?256',
] as const;
