import { toFormValues, type FormSchema, type FormValues } from '@portico/ui'
import { createContext, use, useMemo, type ReactNode } from 'react'

const Settings = createContext<Readonly<Record<string, unknown>> | undefined>(undefined)

/** Gives a widget the settings that are stored for it. */
export function WidgetSettingsProvider({ settings, children }: { settings: Readonly<Record<string, unknown>>; children: ReactNode }) {
  return <Settings value={settings}>{children}</Settings>
}

/** Declares the settings of a widget. They are read by `useWidgetSettings`, and changed in a form. */
export function defineWidgetSettings<const P extends FormSchema['properties']>(
  properties: P,
): { readonly type: 'object'; readonly properties: P } {
  return { type: 'object', properties }
}

/** The settings of the widget that a component is part of: each valid or its default. */
export function useWidgetSettings<S extends FormSchema>(schema: S): FormValues<S> {
  const stored = use(Settings)
  return useMemo(() => toFormValues(schema, stored), [schema, stored])
}
