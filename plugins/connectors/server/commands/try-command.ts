import { Entity, entityRefOf } from '@portico/catalog/common'
import type { TryResult } from '@portico/connectors/common'
import { BackendSection, parseYaml, type Command } from '@portico/core/server'
import { createExpressionPool } from '@portico/core/server/worker'
import { createIntegrations, IntegrationsSection, toReadingSettings } from '@portico/integrations/server'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { connectorsSections } from '../config.ts'
import { createConnectors } from '../connectors.ts'
import { createExpressions } from '../expressions/expressions.ts'
import { createDefinitions } from '../facts/definitions.ts'
import { tryConnector } from '../operating/try-connector.ts'
import { createLimits } from '../requests/limits.ts'
import { createRequestRunner } from '../requests/run-request.ts'
import { createSender } from '../requests/sender.ts'
import { matchEntity } from '../schedule/entity-scope.ts'
import { createItemRunner } from '../schedule/run-items.ts'
import { createTargetClient } from '../targets/target-client.ts'
import { checkFiles, problemText } from './check-command.ts'

/** `portico connectors try`: asks the tool of the config about an entity of a file. */
export const tryCommand: Command = {
  name: 'connectors try',
  summary: 'Asks a tool about one entity, and shows request, answer and each expression',
  args: [{ name: '<file>', description: 'the connector' }],
  options: [
    {
      flags: '--entity <file>',
      description: 'a file with the entity, such as catalog-info.yaml; of several the first that matches, or catalog-info.yaml#name',
    },
    { flags: '--target <name>', description: 'the target of the config, where there are several' },
  ],
  async run({ args, options, cwd, env, print, warn, readSections }) {
    const [file = ''] = args
    if (typeof options['entity'] !== 'string') {
      warn('Name the entity: --entity catalog-info.yaml')
      return 1
    }
    const pool = createExpressionPool({ log: { warn: () => {} } })
    const expressions = createExpressions(pool)
    try {
      const [checked] = await checkFiles([path.resolve(cwd, file)], cwd, expressions)
      if (!checked?.document) {
        for (const problem of checked?.problems ?? []) warn(problemText(problem))
        return 1
      }
      const { document } = checked
      const sections = {
        ...connectorsSections,
        integrations: IntegrationsSection.prefault({}),
        'backend.reading': BackendSection.shape.reading,
      }
      const { values, leftOut } = await readSections(sections)
      // Such as a secret whose variable is not set.
      for (const line of leftOut) warn(`warning: left out of the config: ${line}`)
      const { connectors: section, integrations: hosts, 'backend.reading': reading } = values
      const { service: integrations } = createIntegrations(
        toReadingSettings({ integrations: hosts, allow: reading.allow, folder: cwd, env }),
      )
      const definitions = createDefinitions()
      const known = { name: document.metadata.name, file, origin: 'file', document, problems: [] }
      const connectors = createConnectors({ documents: { all: () => [known] }, definitions, integrations })
      connectors.apply(section)
      const connector = connectors.find(document.metadata.name)
      if (!connector) {
        warn(connectors.state(document.metadata.name)?.reason ?? 'The connector is off')
        return 1
      }
      const [entityFile = '', entityName] = options['entity'].split('#')
      const entities = readFileSync(path.resolve(cwd, entityFile), 'utf8')
        .split(/^---.*$/m)
        .filter(text => text.trim() !== '')
        .map(text => Entity.parse(parseYaml(text, entityFile).data))
      // Of several the one that is named, or that the connector is for.
      const entity = entities.find(each =>
        entityName === undefined ? matchEntity(connector, each) !== undefined : each.metadata.name === entityName,
      )
      if (!entity) {
        const wanted = entityName === undefined ? `with one of ${connector.keys.join(', ')}` : `'${entityName}'`
        warn(`There is no entity ${wanted} in ${entityFile}`)
        return 1
      }
      const maxBytes = () => section.maxMegabytes * 2 ** 20
      const client = createTargetClient({
        integrations,
        timeoutMs: () => section.timeout,
        maxBytes,
      })
      const runner = createItemRunner({
        expressions,
        runner: createRequestRunner({ expressions, sender: createSender({ client, limits: createLimits(), record: () => {} }), maxBytes }),
        factStore: { list: async () => [] },
        definitions,
      })
      const target = typeof options['target'] === 'string' ? options['target'] : undefined
      const result = await tryConnector(connector, entityRefOf(entity), entity, runner, target)
      for (const line of linesOf(result)) print(line)
      return result.message !== undefined || result.facts.some(({ error }) => error !== undefined) ? 1 : 0
    } finally {
      pool.stop()
    }
  },
}

const shownCharacters = 2000

function linesOf({ entityRef, target, message, requests, facts, unnamedStates }: TryResult): string[] {
  return [
    `${entityRef}${target === undefined ? '' : ` at ${target}`}${message === undefined ? '' : `: ${message}`}`,
    ...requests.flatMap(({ request, method, url, status, error, leftOut, answer, durationMs }) => [
      '',
      `${request}: ${leftOut === undefined ? `${method} ${url}` : `left out: ${leftOut}`}`,
      ...(status === undefined ? [] : [`  ${status} in ${durationMs} ms`]),
      ...(error === undefined ? [] : [`  ${error}`]),
      ...(answer === undefined ? [] : [`  ${answer.slice(0, shownCharacters)}`]),
    ]),
    '',
    ...facts.map(
      ({ name, expression, value, error }) =>
        `${name} = ${error === undefined ? JSON.stringify(value ?? null) : `failed: ${error}`}   (${expression})`,
    ),
    ...unnamedStates.map(({ fact, state }) => `State '${state}' is not named by states of fact '${fact}'`),
  ]
}
