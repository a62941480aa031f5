'use client'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { isComposing } from '@/components/ui/composing'
import { Icon } from '@/components/ui/icon'
import { Section } from '@/components/ui/section'
import { useT } from '@/lib/i18n/use-t'
import { errorList, type FoundError, focusFirstError, isTypedIn, isWithin } from './error-paths'
import styles from './form.module.css'
import { toNextMissing, toTools } from './form-keys'
import { ToolStopContext } from './tool-stop'

export type FormSection = {
  /** Anchor of the section. */
  id: string
  title: string
  /** The place of its values in the form; its errors are those at or below it. */
  path: string
  /** Everything it asks for is there. */
  done: boolean
  /** The things it must have several of, said before anybody submits: rows, files. */
  wants?: { have: number; least: number; text: string }
  content: ReactNode
}

/**
 * The layout of a long form, inside a {@link Form}: rail of sections at the left with a tick, a count of errors or a
 * dot, the sections, a side panel that stays in view, and a bar below with the way to the first error. The first field
 * has the focus; Ctrl+↓ goes to the next one that is asked for and empty, Ctrl+↑ to the tools of a section.
 *
 *     <Form form={form} submission={submission} onSubmit={submit} enter="ignore" className={…}>
 *       <LongForm sections={sections} notice={<DraftBanner draft={draft} />} aside={<QuotePanel />}
 *         bar={<><DraftStatus draft={draft} /><ActionButton type="submit" variant="primary">…</ActionButton></>} />
 *     </Form>
 */
export function LongForm({
  sections,
  notice,
  aside,
  bar,
}: {
  sections: readonly FormSection[]
  /** Above the sections. */
  notice?: ReactNode
  /** At the right, always in view. */
  aside?: ReactNode
  bar: ReactNode
}) {
  const t = useT()
  const whole = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const errors = errorList(useFormState().errors).filter(({ path }) => path !== 'root')
  const current = useCurrentSection(page, sections)
  useEffect(() => focusFirstField(page.current), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!whole.current || isComposing(event)) return
    const done = event.key === 'ArrowDown' ? toNextMissing : toTools
    if (done(whole.current, event)) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that its controls let through
    <div ref={whole} className={styles.long} onKeyDown={onKeyDown}>
      <nav className={styles.rail} aria-label={t('form.sections')} onKeyDown={moveInRail}>
        {sections.map((section) => (
          <RailEntry
            key={section.id}
            section={section}
            errors={errors.filter(({ path }) => isWithin(path, section.path))}
            current={section.id === current}
          />
        ))}
      </nav>
      <div className={styles.page} ref={page}>
        {notice}
        {sections.map(({ id, title, path, wants, content }) => (
          <Section
            key={id}
            id={id}
            title={title}
            actions={wants && wants.have < wants.least && <span className={styles.wants}>{wants.text}</span>}
          >
            <div className={styles.part} data-part={path} tabIndex={-1}>
              <ToolStopContext value={-1}>{content}</ToolStopContext>
            </div>
          </Section>
        ))}
      </div>
      {aside && <aside className={styles.aside}>{aside}</aside>}
      <div className={styles.bar}>
        {errors.length > 0 && (
          <button
            type="button"
            className={styles.toError}
            onClick={() => page.current && focusFirstError(page.current, errors)}
          >
            <Icon name="warning" size={14} />
            {t('form.errors', { count: errors.length })}
          </button>
        )}
        <div className={styles.barActions}>{bar}</div>
      </div>
    </div>
  )
}

function RailEntry({
  section,
  errors,
  current,
}: {
  section: FormSection
  errors: readonly FoundError[]
  current: boolean
}) {
  const t = useT()
  const state = errors.length > 0 ? 'errors' : section.done ? 'done' : 'open'
  const words = {
    errors: t('form.sectionErrors', { count: errors.length }),
    done: t('form.sectionDone'),
    open: t('form.sectionOpen'),
  }
  const { wants } = section
  const entry = useRef<HTMLAnchorElement>(null)
  // Most of the rail is out of view where it is a line above the form.
  useEffect(() => {
    if (current) entry.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <a
      ref={entry}
      href={`#${section.id}`}
      aria-current={current ? 'location' : undefined}
      // One Tab stop; arrows go from entry to entry.
      tabIndex={current ? 0 : -1}
      onClick={(event) => {
        // The address belongs to the tab: an anchor must not change it.
        event.preventDefault()
        const part = document.getElementById(section.id)
        if (part) toSection(part)
      }}
    >
      <span className={styles.mark} data-state={state} role="img" aria-label={words[state]}>
        {state === 'done' ? <Icon name="tick" size={12} /> : state === 'errors' ? errors.length : ''}
      </span>
      {section.title}
      {wants && wants.have < wants.least && (
        <span className={styles.wanted} title={wants.text}>
          {wants.have}/{wants.least}
        </span>
      )}
    </a>
  )
}

/** To the head of a section, with the hands at its first field. */
function toSection(part: HTMLElement): void {
  const controls = [
    ...part.querySelectorAll<HTMLElement>('[data-field] :is(input, select, textarea, button)'),
  ]
  const first = controls.find(isTypedIn) ?? part.querySelector<HTMLElement>('[tabindex]')
  first?.focus({ preventScroll: true })
  part.scrollIntoView({ block: 'start' })
}

function moveInRail(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const at = entries.indexOf(event.target as HTMLElement)
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: entries.length - 1,
  }
  const next = steps[event.key]
  if (at < 0 || next === undefined || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  entries[next]?.focus()
}

/** True where the focus may be taken away when a form opens: nothing, a page behind, the heading of its page. */
const isIdle = () => {
  const { activeElement } = document
  return !activeElement || activeElement.matches('body, h1, #content, [hidden] *')
}

/** The first field that can be typed in. On a touch screen it would bring the keyboard up over the form. */
function focusFirstField(page: HTMLElement | null): void {
  if (!page || !isIdle() || window.matchMedia?.('(pointer: coarse)').matches) return
  const controls = [...page.querySelectorAll<HTMLElement>('[data-field] :is(input, select, textarea)')]
  controls.find(isTypedIn)?.focus({ preventScroll: true })
}

/** The section that has the focus, as long as that is in view; otherwise the topmost one that is in view. */
function useCurrentSection(
  page: RefObject<HTMLElement | null>,
  sections: readonly FormSection[],
): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const root = page.current
    if (!root) return
    const look = () => {
      const { top, bottom } = root.getBoundingClientRect()
      const focused = root.contains(document.activeElement) ? document.activeElement : null
      const place = focused?.getBoundingClientRect()
      const isSeen = place && place.bottom >= top && place.top <= bottom
      const parts = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
      const part =
        (isSeen && parts.find((one) => one.contains(focused))) ||
        parts.find((one) => one.getBoundingClientRect().bottom > top + 48)
      if (part) setCurrent(part.id)
    }
    let frame = 0
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    look()
    root.addEventListener('focusin', look)
    root.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      root.removeEventListener('focusin', look)
      root.removeEventListener('scroll', onScroll)
    }
  }, [page, ids])
  return current
}
