import { useTranslation } from 'react-i18next';
import type { Said } from './told.tsx';

export function SaidAloud({ said }: { said: Said | undefined }) {
  const { t } = useTranslation('console');
  return (
    <p className="sr-only" role="status">
      {said && <span key={said.turn}>{t(said.text, { count: said.count })}</span>}
    </p>
  );
}
