/** Where it is written how to set `app.support`, whose keys are those of the reference. */
export const supportSetupUrl = 'https://backstage.io/docs/conf/'
