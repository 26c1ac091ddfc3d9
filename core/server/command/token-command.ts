import { randomBytes } from 'node:crypto'
import type { Command } from './command.ts'

/** `portico token create`: a static token for a program, with the config that accepts it. */
export const tokenCommand: Command = {
  name: 'token create',
  summary: 'create a static token for a program that calls the server',
  args: [{ name: '<subject>', description: 'the name of the program, such as ci' }],
  options: [
    { flags: '--plugin <id...>', description: 'only these plugins may be called' },
    { flags: '--json', description: 'print as JSON' },
  ],
  async run({ args: [subject = ''], options, print, warn }) {
    if (!/^[\w.:/-]{1,100}$/.test(subject)) {
      warn(`'${subject}' cannot be a subject: letters, digits and . _ : / - without spaces`)
      return 1
    }
    const token = randomBytes(32).toString('base64url')
    const plugins = [options['plugin'] ?? []].flat().filter(each => typeof each === 'string')
    if (options['json']) {
      print(JSON.stringify({ token, subject, plugins }))
      return 0
    }
    const variable = `PORTICO_TOKEN_${subject.toUpperCase().replaceAll(/\W+/g, '_')}`
    print(`${variable}=${token}`)
    print('')
    print('# Keep it as an environment variable of the server, and add to app-config.yaml:')
    print('backend:')
    print('  auth:')
    print('    externalAccess:')
    print('      - type: static')
    print('        options:')
    print(`          token: \${${variable}}`)
    print(`          subject: ${subject}`)
    if (plugins.length > 0) {
      print('        accessRestrictions:')
      for (const plugin of plugins) print(`          - plugin: ${plugin}`)
    }
    return 0
  },
}
