import { type AttentionSource, defineExtension, defineWebPlugin, homeAttention, homeSteps, homeWidgets } from '@portico/core/web'
import { approvalSources, notificationOrigins } from '@portico/notifications/web'
import { tasksChannel } from '@portico/scaffolder/common'
import { scaffolderClientFactory } from './apis.ts'
import { scaffolderHomeMessages } from './home/messages.ts'
import { scaffolderMessages } from './messages.ts'
import { pageMessages } from './parts/page-messages.ts'
import {
  legacySelectedTemplateRoute,
  registerComponentRoute,
  rootRoute,
  selectedTemplateRoute,
  taskRoute,
  viewTechDocRoute,
} from './routes.ts'
import { runningFills } from './running/fills.ts'
import { formDecorators, formFields, formLayouts } from './slots.ts'
import { scaffolderTranslations } from './translations.ts'

export { scaffolderClientApiRef } from './apis.ts'
export type {
  DecoratedForm,
  FieldCheck,
  FormDecorator,
  FormField,
  FormFieldModule,
  FormFieldProps,
  FormLayout,
  FormLayoutProps,
} from './form/form-field.ts'
export { useFormSecrets, useFormValue } from './form/form-values.tsx'
export { rootRoute, selectedTemplateRoute, taskRoute } from './routes.ts'
export type { ScaffolderClient } from './scaffolder-client.ts'
export { formDecorators, formFields, formLayouts } from './slots.ts'

const TemplatesWidget = defineExtension({
  plugin: 'scaffolder',
  name: 'TemplatesWidget',
  load: async () => (await import('./home/TemplatesWidget.tsx')).TemplatesWidget,
})

const RunApproval = defineExtension({
  plugin: 'scaffolder',
  name: 'RunApproval',
  load: async () => (await import('./running/parts/RunWaiting.tsx')).RunApproval,
})

const approvals: AttentionSource = {
  title: scaffolderHomeMessages.attention,
  find: async given => (await import('./home/attention.ts')).findApprovals(given),
}

/** Templates in the browser: a list to choose from, and the form of each. */
export const scaffolderWeb = defineWebPlugin({
  id: 'scaffolder',
  pages: [
    {
      path: '/create',
      title: scaffolderMessages.title,
      load: () => import('./views/TemplateListPage.tsx'),
      route: rootRoute,
      nav: { label: scaffolderMessages.create, icon: 'create', order: 30, mobilePriority: 6, shortcut: 'g n' },
    },
    {
      path: '/create/templates/:namespace/:templateName/*',
      title: scaffolderMessages.create,
      load: () => import('./views/TemplateWizardPage.tsx'),
      preload: () => import('./wizard/preload.ts'),
    },
    { path: '/create/templates/:templateName', title: scaffolderMessages.create, load: () => import('./views/LegacyTemplatePage.tsx') },
    { path: '/create/tasks', title: pageMessages.tasks, load: () => import('./running/views/TaskListPage.tsx') },
    { path: '/create/tasks/:taskId', title: pageMessages.run, load: () => import('./running/views/TaskPage.tsx') },
    { path: '/create/actions', title: pageMessages.actions, load: () => import('./reference/views/ActionsPage.tsx') },
    {
      path: '/create/templating-extensions',
      title: pageMessages.extensions,
      load: () => import('./reference/views/ExtensionsPage.tsx'),
    },
    { path: '/create/edit', title: pageMessages.manage, load: () => import('./editor/views/EditorIntroPage.tsx') },
    { path: '/create/template', title: pageMessages.editor, load: () => import('./editor/views/TemplateEditorPage.tsx') },
    { path: '/create/template-form', title: pageMessages.playground, load: () => import('./editor/views/FormPlaygroundPage.tsx') },
    { path: '/create/custom-fields', title: pageMessages.explorer, load: () => import('./editor/views/CustomFieldsPage.tsx') },
  ],
  routes: {
    root: rootRoute,
    selectedTemplate: selectedTemplateRoute,
    legacySelectedTemplate: legacySelectedTemplateRoute,
    ongoingTask: taskRoute,
  },
  externalRoutes: { registerComponent: registerComponentRoute, viewTechDoc: viewTechDocRoute },
  slots: [formFields, formLayouts, formDecorators],
  apis: [scaffolderClientFactory],
  fills: [
    ...runningFills,
    homeWidgets.fill({
      name: 'templates',
      title: scaffolderHomeMessages.templates,
      description: scaffolderHomeMessages.templatesText,
      icon: 'kind:template',
      layout: { columns: 4, rows: 5, minColumns: 2, minRows: 3 },
      View: TemplatesWidget,
    }),
    homeSteps.fill({
      name: 'run',
      title: scaffolderHomeMessages.runStep,
      text: scaffolderHomeMessages.runStepText,
      icon: 'create',
      order: 40,
      to: '/create',
      isDoneBy: ({ action }) => action === 'create',
    }),
    notificationOrigins.fill({
      name: 'scaffolder',
      origin: 'plugin:scaffolder',
      title: scaffolderMessages.create,
      topics: { approvals: scaffolderHomeMessages.attention, runs: pageMessages.tasks },
    }),
    homeAttention.fill({ name: 'approvals', ...approvals }),
    approvalSources.fill({ ...approvals, title: scaffolderHomeMessages.runsThatWait, View: RunApproval, channel: tasksChannel }),
    homeAttention.fill({
      name: 'upgrades',
      title: scaffolderHomeMessages.upgrades,
      find: async given => (await import('./home/upgrades.ts')).findUpgrades(given),
    }),
  ],
  translations: scaffolderTranslations,
})
