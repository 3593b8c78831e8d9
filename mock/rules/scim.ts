/** Rules of SCIM, as data. */
export const scimRules = () => ({
  resources: ['Users', 'Groups'] as readonly string[],
});
