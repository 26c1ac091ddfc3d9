import type { TemplatingExtensions } from '@portico/scaffolder/common'

const text = { type: 'string' }

/** The filters and globals beyond those of the engine, as the wire lists them. */
export const templatingExtensions: TemplatingExtensions = {
  filters: {
    parseRepoUrl: {
      description: 'The parts of a repository location',
      schema: {
        input: text,
        output: {
          type: 'object',
          required: ['repo', 'host'],
          properties: { repo: text, host: text, owner: text, organization: text, workspace: text, project: text },
        },
      },
      examples: [
        {
          description: 'As an object',
          example: "${{ 'github.com?owner=acme&repo=app' | parseRepoUrl }}",
          notes: '{ "host": "github.com", "owner": "acme", "repo": "app" }',
        },
      ],
    },
    parseEntityRef: {
      description: 'The parts of an entity ref',
      schema: {
        input: text,
        arguments: [{ type: 'object', properties: { defaultKind: text, defaultNamespace: text } }],
        output: { type: 'object', required: ['kind', 'namespace', 'name'], properties: { kind: text, namespace: text, name: text } },
      },
      examples: [
        {
          description: 'With a default kind',
          example: "${{ 'team-a' | parseEntityRef({ defaultKind: 'group' }) }}",
          notes: '{ "kind": "group", "namespace": "default", "name": "team-a" }',
        },
      ],
    },
    pick: {
      description: 'One field of an object',
      schema: { input: { type: 'object' }, arguments: [text], output: {} },
      examples: [
        { description: 'The name in a ref', example: "${{ 'group:default/team-a' | parseEntityRef | pick('name') }}", notes: 'team-a' },
      ],
    },
    projectSlug: {
      description: 'Owner and repository of a repository location',
      schema: { input: text, output: text },
      examples: [{ description: 'As one text', example: "${{ 'github.com?owner=acme&repo=app' | projectSlug }}", notes: 'acme/app' }],
    },
    jsonify: {
      description: 'A value as JSON, as Cookiecutter names it',
      schema: { input: {}, output: text },
      examples: [{ description: 'A list', example: '${{ [1, 2] | jsonify }}', notes: '[1,2]' }],
    },
  },
  globals: {
    functions: {
      always: {
        description: 'In the condition of a step: it runs also after an earlier step has failed',
        schema: { output: { type: 'boolean' } },
        examples: [{ description: 'A step that cleans up', example: '${{ always() }}' }],
      },
      failure: {
        description: 'In the condition of a step: it runs only after an earlier step has failed',
        schema: { output: { type: 'boolean' } },
        examples: [{ description: 'A step that reports a failure', example: '${{ failure() }}' }],
      },
    },
    values: {},
  },
}
