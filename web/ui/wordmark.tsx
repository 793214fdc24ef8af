import { characters, letters } from './wordmark-glyphs.ts';

export const PRODUCT_NAME = 'Kawaraban';

export interface WordmarkProps {
  readonly name: string;
  readonly lang?: string | undefined;
  readonly logoUrl: string;
  readonly darkLogoUrl?: string | undefined;
}

/** Only sites that still have the product's name show its seal. */
export function Wordmark({ name, lang, logoUrl, darkLogoUrl }: WordmarkProps) {
  if (logoUrl !== '' && darkLogoUrl) {
    return (
      <>
        <img className="wordmark-logo wordmark-light" src={logoUrl} alt={name} height={44} />
        <img className="wordmark-logo wordmark-dark" src={darkLogoUrl} alt={name} height={44} />
      </>
    );
  }
  if (logoUrl !== '') return <img className="wordmark-logo" src={logoUrl} alt={name} height={44} />;
  if (name === PRODUCT_NAME) return <DrawnName name={name} />;
  return (
    <span className="wordmark-name" lang={lang}>
      {name}
    </span>
  );
}

const NAME = ['K', 'a', 'w', 'a', 'r', 'a', 'b', 'a', 'n'] as const;

function DrawnName({ name }: { name: string }) {
  return (
    <svg
      className="wordmark ui-line ui-middle"
      viewBox="0 0 198 44"
      width={198}
      height={44}
      role="img"
      aria-label={name}
    >
      <path
        className="seal"
        d="M2.2 1C7.5.5 17.5.7 22.8.8c1.2 0 1.5.7 1.5 2 .2 7 0 29 0 38 0 1.3-.5 1.9-1.8 2-6 .3-15 0-20 0C1.2 42.7.8 42.2.8 41 .5 26 .7 9 .8 2.5.8 1.5 1.2 1 2.2 1Z"
      />
      <g className="seal-carving">
        <path d={characters.tile} transform="translate(4.3 4.3) scale(.0335)" />
        <path d={characters.block} transform="translate(4.2 23) scale(.0335)" />
      </g>
      <g className="wordmark-ink" transform="translate(36 9.5) scale(.07)">
        {NAME.map((letter, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the letters are constant
          <path key={index} d={letters[letter].outline} transform={`translate(${positionOf(index)})`} />
        ))}
      </g>
    </svg>
  );
}

function positionOf(index: number): number {
  return NAME.slice(0, index).reduce((sum, letter) => sum + letters[letter].advance, 0);
}
