import { defineServerPlugin, frontendSections } from '@portico/core/server'
import { homeSection } from '@portico/home/common'

/** Checks the config of the home page. What users arrange and visit is kept by user-settings. */
export const homePlugin = defineServerPlugin({
  id: 'home',
  config: frontendSections(homeSection),
  // Only pages read it, with every load.
  setup: ({ onConfig }) => void onConfig('home', () => {}),
})
