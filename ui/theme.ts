import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import styles from './fields.module.css'

const accent = Array.from({ length: 10 }, (_, step) => `var(--accent-${step})`) as unknown as MantineColorsTuple
/** Mantine counts its dark greys from the lightest. */
const dark = [12, 11, 10, 8, 6, 5, 4, 3, 2, 1].map(step => `var(--grey-${step})`) as unknown as MantineColorsTuple
const gray = [1, 2, 3, 4, 6, 7, 8, 10, 11, 12].map(step => `var(--grey-${step})`) as unknown as MantineColorsTuple

/** Mantine in the portal's measures. Every colour is a custom property of tokens.css, so both schemes come from there. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, dark, gray },
  fontFamily: 'var(--font-body)',
  fontFamilyMonospace: 'var(--font-code)',
  headings: { fontFamily: 'var(--font-body)', fontWeight: '600' },
  fontSizes: { xs: 'var(--text-12)', sm: 'var(--text-13)', md: 'var(--text-14)', lg: 'var(--text-16)', xl: 'var(--text-20)' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: 'var(--radius-control)', md: 'var(--radius-control)', lg: 'var(--radius-card)', xl: 'var(--radius-card)' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // As high as the fields beside it; the compact sizes stand within text.
    Button: {
      defaultProps: { size: 'sm', fw: 500 },
      classNames: { root: styles.button },
      vars: (_theme: unknown, { size }: { readonly size?: unknown }) => ({
        root: size === 'xs' || size === 'sm' ? { '--button-height': 'var(--field-height)' } : {},
      }),
    },
    // Mantine's focus placeholder is a child that a menu must not have; the first entry takes the focus instead.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Input: { classNames: { input: styles.input } },
    // Labels above, help and errors under.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: { label: { marginBottom: 4, fontWeight: 500 }, description: { marginTop: 4 }, error: { marginTop: 4 } },
    },
  },
})

const neutrals = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-muted)',
  '--mantine-color-placeholder': 'var(--text-muted)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--error)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--border-strong)',
  '--mantine-color-gray-text': 'var(--text-muted)',
  '--mantine-color-gray-light-color': 'var(--text-muted)',
  '--mantine-color-gray-light-hover': 'var(--pressed)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--text-muted)',
}

/** Maps the portal's neutral colours to Mantine's. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--mantine-shadow-md': 'var(--shadow-floating)', '--mantine-line-height': '20px' },
  light: neutrals,
  dark: neutrals,
})
