'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { Icon } from '@/components/ui/icon'
import { Section } from '@/components/ui/section'
import { useT } from '@/lib/i18n/use-t'
import { errorList, type FoundError, focusFirstError, isWithin } from './error-paths'
import styles from './form.module.css'

export type FormSection = {
  /** Anchor of the section. */
  id: string
  title: string
  /** Where its values stand in the form; its errors are those at or below it. */
  path: string
  /** Everything it asks for is there. */
  done: boolean
  content: ReactNode
}

/**
 * The layout of a long form, inside a {@link Form}: rail of sections at the left with a tick, a count of errors or a
 * dot, the sections, a side panel that stays in view, and a bar below with the way to the first error.
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
  const page = useRef<HTMLDivElement>(null)
  const errors = errorList(useFormState().errors)
  const current = useSectionInView(page, sections)
  return (
    <div className={styles.long}>
      <nav className={styles.rail} aria-label={t('form.sections')}>
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
        {sections.map(({ id, title, content }) => (
          <Section key={id} id={id} title={title}>
            {content}
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
  return (
    <a
      href={`#${section.id}`}
      aria-current={current ? 'location' : undefined}
      onClick={(event) => {
        // The address belongs to the tab: an anchor must not change it.
        event.preventDefault()
        document.getElementById(section.id)?.scrollIntoView({ block: 'start', behavior: 'smooth' })
      }}
    >
      <span className={styles.mark} data-state={state} role="img" aria-label={words[state]}>
        {state === 'done' ? <Icon name="tick" size={12} /> : state === 'errors' ? errors.length : ''}
      </span>
      {section.title}
    </a>
  )
}

/** The topmost section that is in view. */
function useSectionInView(
  page: { current: HTMLElement | null },
  sections: readonly FormSection[],
): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  const ids = sections.map(({ id }) => id).join(' ')
  useEffect(() => {
    const root = page.current
    if (!root || typeof IntersectionObserver === 'undefined') return
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id)
          else inView.delete(target.id)
        }
        const first = ids.split(' ').find((id) => inView.has(id))
        if (first) setCurrent(first)
      },
      { root, rootMargin: '-32px 0px -60% 0px' },
    )
    for (const id of ids.split(' ')) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [page, ids])
  return current
}
