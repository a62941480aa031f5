import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { FormDialog } from './form-dialog'
import { ProofField } from './proof-field'
import { useCheckedForm } from './use-checked-form'

const onFile = jest.fn()

function TestDialog() {
  const form = useCheckedForm<{ proof: string }>({ proof: '' }, ({ proof }) => ({
    ...(proof === '' && { proof: 'firstPayments.proofHint' as const }),
  }))
  return (
    <FormDialog title="登记" form={form} onSubmit={async () => undefined} onClose={() => undefined}>
      <ProofField name="proof" label="凭证" onFile={onFile} required />
    </FormDialog>
  )
}

const pdf = (name: string, size: number) => {
  const file = new File(['%PDF-1.4'], name, { type: 'application/pdf' })
  Object.defineProperty(file, 'size', { value: size })
  return file
}

test('without its paper a form names what is missing and leads to the button that chooses it', async () => {
  const user = userEvent.setup()
  render(
    <TestPage>
      <TestDialog />
    </TestPage>,
  )
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('须附到账凭证')
  expect(screen.getByRole('button', { name: '选择文件' })).toHaveFocus()
})

test('a paper that the service would not take is refused where it is chosen, and the one before it stays', async () => {
  const user = userEvent.setup()
  render(
    <TestPage>
      <TestDialog />
    </TestPage>,
  )
  await user.upload(screen.getByLabelText('凭证'), pdf('回单.pdf', 1_000))
  expect(await screen.findByText('回单.pdf')).toBeVisible()
  await user.upload(screen.getByLabelText('凭证'), pdf('整本.pdf', 10 * 1024 * 1024 + 1))
  expect(await screen.findByRole('alert')).toHaveTextContent('不能超过10MB')
  expect(onFile.mock.calls.map(([{ name }]) => name)).toEqual(['回单.pdf'])
  expect(screen.getByText('回单.pdf')).toBeVisible()
})
