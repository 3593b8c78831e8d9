/** A body of JSON that is no object of members: a list of changes or of lines. */
const OTHER_JSON = /json-(patch|seq)|ndjson|jsonl/i;

/** The media type whose schema is that of a body in JSON, of those that a document declares for it. */
export function jsonTypeIn(types: readonly string[]): string | undefined {
  const like = (pattern: RegExp) => types.filter((name) => pattern.test(name));
  const json = like(/json/i);
  const [plain = json.find((name) => !OTHER_JSON.test(name)) ?? json[0]] = like(/^application\/json\s*(;|$)/i);
  // Some documents declare any media type in place of JSON.
  return plain ?? like(/^(application|\*)\/\*/)[0];
}

/** The media type that a body in JSON is sent with, of those that a document declares for it: the usual one wherever it is taken. */
export function sentTypeIn(types: readonly string[]): string {
  const usual = 'application/json';
  if (types.some((name) => /^(\*\/\*|application\/(\*|json))\s*(;|$)/i.test(name))) return usual;
  return types.find((name) => /^application\/[\w.-]+\+json\s*(;|$)/i.test(name) && !OTHER_JSON.test(name)) ?? usual;
}
