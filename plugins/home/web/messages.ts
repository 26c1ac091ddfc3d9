import { defineMessages } from '@portico/core/web'

export const homeMessages = defineMessages('home', {
  home: 'Home',
  morning: 'Good morning, {name}',
  afternoon: 'Good afternoon, {name}',
  evening: 'Good evening, {name}',
  subtitle: '{title} at {organization}',
  runs: 'What runs here',
  runsFailed: 'The server did not say what it runs',
  allWell: 'All plugins are running',
  someFailed: 'Not everything is running',
  version: 'Version',
  upSince: 'Started',
  plugins: 'Plugins',
  warnings: 'Config warnings',
  openSystem: 'Open the system page',
  start: 'Make it yours',
  configureTitle: 'Give it your name',
  configureText:
    'Settings are read from app-config.yaml, then from app-config.local.yaml, which git leaves alone. A mistake is named with the key it is in.',
  pluginTitle: 'Add a plugin',
  pluginText: 'One command writes a plugin with its contract, a server room, a page and tests, and adds it to this portal.',
  signInTitle: 'Decide who comes in',
  signInText:
    'Until a sign-in provider is configured, everyone enters as a guest, in development only. These lines let people in by GitHub; other providers have the same form.',
})
