'use client'
import { useEffect, useId, useMemo, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { FieldGrid } from '@/components/form/field-grid'
import { fieldsFor } from '@/components/form/fields-for'
import { Form } from '@/components/form/form'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { useSubmission } from '@/components/form/use-submission'
import { ActionButton } from '@/components/ui/action-button'
import { Section } from '@/components/ui/section'
import { EmptyState } from '@/components/ui/states'
import { useTab } from '@/components/ui/tab-port'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { riskScenes, type SceneView } from '@/lib/domains/risk/contract/scenes'
import { factsAt } from '@/lib/domains/risk/rules/risk-facts'
import { maxRules } from '@/lib/domains/risk/rules/risk-scene'
import { useT } from '@/lib/i18n/use-t'
import { type DraftValues, draftFindings, draftValues, nextRule, sentDraft } from './draft-values'
import { Codes, RuleRow } from './rule-row'
import styles from './rules.module.css'
import { SceneHead } from './scene-head'

const F = fieldsFor<DraftValues>()
const heads = ['code', 'ruleName', 'fact', 'compare', 'value', 'outcome', 'score'] as const

/** The rules of a draft. What cannot be does not save, and its field says why. */
export function DraftEditor({ scene }: { scene: SceneView }) {
  const t = useT()
  const id = useId()
  const { setDirty } = useTab()
  const form = useCheckedForm<DraftValues>(draftValues(scene), (values) => draftFindings(values, scene.stage))
  const [rowVersion, setRowVersion] = useState(scene.rowVersion)
  const submission = useSubmission(form, setRowVersion)
  const rules = useFieldArray({ control: form.control, name: 'rules' })
  const { isDirty } = form.formState
  useEffect(() => setDirty(isDirty), [setDirty, isDirty])
  // Another window saved, and nothing was typed in this one: it shows what is stored.
  useEffect(() => {
    if (isDirty || scene.rowVersion <= rowVersion) return
    form.reset(draftValues(scene))
    setRowVersion(scene.rowVersion)
  }, [form, isDirty, rowVersion, scene])
  const facts = useMemo(
    () =>
      listOptions(factsAt(scene.stage).map((value) => ({ value, label: t(`riskScenes.facts.${value}`) }))),
    [scene.stage, t],
  )
  const save = async (values: DraftValues) => {
    const saved = await call(riskScenes.save, { id: scene.id, rowVersion, ...sentDraft(values) })
    setRowVersion(saved.rowVersion)
    form.reset(values)
    toast.success(t('riskScenes.saved'))
  }
  const add = (
    <ActionButton
      size="small"
      icon="plus"
      permit={
        rules.fields.length < maxRules ? { ok: true } : { ok: false, reason: 'riskScenes.wrong.tooMany' }
      }
      onClick={() =>
        rules.append(nextRule(form.getValues('rules')), {
          focusName: `rules.${rules.fields.length}.name`,
        })
      }
    >
      {t('riskScenes.addRule')}
    </ActionButton>
  )
  return (
    <SceneHead
      scene={scene}
      unsaved={isDirty}
      save={
        // One button is the next step: what is typed is saved, what is saved is opened.
        <ActionButton
          type="submit"
          form={id}
          variant={isDirty ? 'primary' : 'secondary'}
          busy={submission.busy}
        >
          {t('riskScenes.save')}
        </ActionButton>
      }
    >
      <Form id={id} form={form} submission={submission} onSubmit={save} enter="ignore">
        <Section title={t('riskScenes.scores')}>
          <FieldGrid>
            <F.Digits
              name="passFrom"
              label={t('riskScenes.passScore')}
              help={t('riskScenes.passScoreHint')}
              maxLength={3}
              required
            />
            <F.Digits
              name="rejectBelow"
              label={t('riskScenes.rejectScore')}
              help={t('riskScenes.rejectScoreHint')}
              maxLength={3}
              required
            />
          </FieldGrid>
        </Section>
        <Section title={t('riskScenes.products')}>
          <Codes
            name="productCodes"
            label={t('riskScenes.products')}
            help={t('riskScenes.productsHint')}
            options={scene.products.map(({ code, name }) => ({ code, label: name }))}
          />
        </Section>
        <Section title={t('riskScenes.rules')} actions={add}>
          <p className={styles.note}>{t('riskScenes.rulesNote')}</p>
          {rules.fields.length === 0 ? (
            <EmptyState title={t('riskScenes.noRule')} hint={t('riskScenes.noRuleHint')} />
          ) : (
            <div className={styles.rules}>
              <div className={styles.heads} aria-hidden="true">
                {heads.map((head) => (
                  <span key={head}>{t(`riskScenes.${head}`)}</span>
                ))}
              </div>
              {rules.fields.map(({ id: key }, index) => (
                <RuleRow key={key} index={index} facts={facts} onRemove={() => rules.remove(index)} />
              ))}
            </div>
          )}
        </Section>
      </Form>
    </SceneHead>
  )
}
