import type { TemplatingExtensions } from '@portico/scaffolder/common'

const text = (description: string) => ({ type: 'string', description })
const location = text('A repository location, as a repository picker gives it')

/** The filters and globals beyond those of Nunjucks, as the wire lists them. */
export const templatingExtensions: TemplatingExtensions = {
  filters: {
    parseRepoUrl: {
      description: 'The parts of a repository location',
      schema: {
        input: location,
        output: {
          type: 'object',
          description: 'The parts that the location has. Its host must be in the integrations of the config',
          required: ['repo', 'host'],
          properties: {
            host: text('The host of the integration, with its path where it has one'),
            repo: text('The name of the repository'),
            owner: text('The user, organisation or group that has it'),
            organization: text('The organisation, on Azure DevOps'),
            workspace: text('The workspace, on Bitbucket Cloud; the parent project, on Gerrit'),
            project: text('The project, on Azure DevOps and Bitbucket; the id of the project, on GitLab'),
          },
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
        input: text('An entity ref, such as group:default/team-a'),
        arguments: [
          {
            type: 'object',
            description: 'What holds for a ref that names less',
            properties: {
              defaultKind: text('The kind; without it, the ref must name one'),
              defaultNamespace: text('The namespace; default by default'),
            },
          },
        ],
        output: {
          type: 'object',
          description: 'The parts of the ref',
          required: ['kind', 'namespace', 'name'],
          properties: { kind: text('The kind'), namespace: text('The namespace'), name: text('The name') },
        },
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
      schema: {
        input: { type: 'object', description: 'The object' },
        arguments: [text('The name of the field')],
        output: { description: 'The value of the field; nothing where the object does not have it' },
      },
      examples: [
        { description: 'The name in a ref', example: "${{ 'group:default/team-a' | parseEntityRef | pick('name') }}", notes: 'team-a' },
      ],
    },
    projectSlug: {
      description: 'Owner and repository of a repository location',
      schema: { input: location, output: text('The owner, a slash and the name of the repository') },
      examples: [{ description: 'As one text', example: "${{ 'github.com?owner=acme&repo=app' | projectSlug }}", notes: 'acme/app' }],
    },
    jsonify: {
      description: 'A value as JSON, as Cookiecutter names it',
      schema: { input: { description: 'Any value' }, output: text('The value as JSON') },
      examples: [{ description: 'A list', example: '${{ [1, 2] | jsonify }}', notes: '[1,2]' }],
    },
  },
  globals: {
    functions: {
      always: {
        description: 'In the condition of a step: it runs also after an earlier step has failed',
        schema: { arguments: [], output: { type: 'boolean', description: 'Always true' } },
        examples: [{ description: 'A step that cleans up', example: '${{ always() }}' }],
      },
      failure: {
        description: 'In the condition of a step: it runs only after an earlier step has failed',
        schema: { arguments: [], output: { type: 'boolean', description: 'Whether an earlier step has failed' } },
        examples: [{ description: 'A step that reports a failure', example: '${{ failure() }}' }],
      },
    },
    values: {},
  },
}
