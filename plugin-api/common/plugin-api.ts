/** The version of the API that this portal has. The manifest of a plugin says which one it was written for. */
export const pluginApi = '1'
