import { PolicyArticle } from './policy-article.tsx'
import { PRIVACY_INTRODUCTION, PRIVACY_SECTIONS } from './privacy-policy-text.ts'

export function PrivacyPolicyScreen() {
  return (
    <PolicyArticle
      title="Privacy Policy"
      introduction={PRIVACY_INTRODUCTION}
      sections={PRIVACY_SECTIONS}
    />
  )
}
