/** The pages of the user's settings. */
export const userSettingsPaths = { settings: () => '/settings' }
