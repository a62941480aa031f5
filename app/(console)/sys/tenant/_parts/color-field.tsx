'use client'
import { FieldFrame, type FieldProps, useField } from '@/components/form/field-frame'
import controls from '@/components/ui/control.module.css'
import { contrastWithWhite, isThemeColor, textContrast } from '@/lib/domains/identity/rules/tenant-settings'
import { useT } from '@/lib/i18n/use-t'
import styles from '../tenant.module.css'

/** A colour as text and as a patch to choose from; warns of one that no text can have. */
export function ColorField({ deployed, ...props }: FieldProps & { deployed: string }) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<string>(props)
  const worn = isThemeColor(value) ? value : deployed
  const ratio = contrastWithWhite(worn)
  return (
    <FieldFrame
      {...props}
      {...state}
      help={t('tenants.asDeployed', { value: deployed })}
      warning={
        ratio < textContrast
          ? t('tenants.lowContrast', { ratio: ratio.toFixed(1), least: textContrast })
          : undefined
      }
    >
      <div className={styles.color}>
        <input
          {...control}
          className={controls.control}
          maxLength={7}
          placeholder={deployed}
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value.trim())}
        />
        <input
          type="color"
          aria-label={t('tenants.pickColor')}
          disabled={props.readOnly}
          value={worn.toLowerCase()}
          onChange={(event) => setValue(event.target.value.toUpperCase())}
        />
      </div>
    </FieldFrame>
  )
}
