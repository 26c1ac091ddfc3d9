/** A template to begin with: one page, two steps, one link. */
export const starterTemplate = `apiVersion: scaffolder.backstage.io/v1beta3
kind: Template
metadata:
  name: my-template
  title: My template
  description: What it makes, in one sentence
spec:
  type: service
  owner: guests
  parameters:
    - title: About the service
      required: [name]
      properties:
        name:
          title: Name
          type: string
          ui:field: EntityNamePicker
        description:
          title: Description
          type: string
  steps:
    - id: fetch
      name: Copy the skeleton
      action: fetch:template
      input:
        url: ./skeleton
        values:
          name: \${{ parameters.name }}
          description: \${{ parameters.description }}
    - id: log
      name: Say what was made
      action: debug:log
      input:
        message: Made \${{ parameters.name }}
        listWorkspace: true
  output:
    text:
      - title: Done
        content: \${{ parameters.name }} is ready
`

/** The files of a new template. */
export const starterFiles: Readonly<Record<string, string>> = {
  'template.yaml': starterTemplate,
  'skeleton/README.md': '# ${{ values.name }}\n\n${{ values.description }}\n',
  'skeleton/catalog-info.yaml': `apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: \${{ values.name | dump }}
spec:
  type: service
  lifecycle: experimental
  owner: guests
`,
}
