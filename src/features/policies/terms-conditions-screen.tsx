import { PolicyArticle } from './policy-article.tsx'
import { TERMS_INTRODUCTION, TERMS_SECTIONS } from './terms-conditions-text.ts'

export function TermsConditionsScreen() {
  return (
    <PolicyArticle
      title="Terms and Conditions"
      introduction={TERMS_INTRODUCTION}
      sections={TERMS_SECTIONS}
    />
  )
}
