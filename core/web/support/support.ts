/** The documentation of `app.support`, whose keys are those of the reference. */
export const supportSetupUrl = 'https://backstage.io/docs/conf/'
