import type { LookName } from './look.ts';

/**
 * Prefixes of words that request a look, in English, Spanish, French, German, Italian, Portuguese and Japanese. Words
 * in capitals name the look itself; the others suggest it. An underscore stands for a space or for a hyphen of the
 * style.
 */
export const styleWords: Readonly<Record<LookName, string>> = {
  editorial: 'editorial MAGAZIN revista rivista zeitschrift 雑誌 essay op_ed new_yorker',
  minimal:
    'MINIMAL FLAT VECTOR geometric geométri geometri clean simple swiss calm plano limpio épuré plat schlicht flach pulito piatto limpo ミニマル フラット シンプル infographic',
  watercolor:
    'WATERCOL AQUAREL ACUARELA ACQUEREL AQUARELA 水彩 painterly brush soft_paint gouache painted impressionis ghibli warm',
  papercut:
    'PAPERCUT PAPER_CUT CUTOUT CUT_OUT CUT_PAPER COLLAGE PAPERCRAFT ORIGAMI SCHERENSCHNITT paper papel papier 切り絵 craft layered felt',
  kids: 'KIDS KID CHILDREN PASTEL NURSERY INFANTIL KINDER BAMBINI child niños enfant criança playful cute kawaii cartoon 子供 かわいい bunt fairy toddler',
  sketch:
    'SKETCH DOODLE WHITEBOARD PENCIL BOCETO CROQUIS SKIZZE SCHIZZO ESBOÇO スケッチ 手描き hand_drawn handdrawn drawing marker dibujo dessin zeichnung disegno desenho chalk notebook crayon INK TINTA ENCRE TUSCHE pen_and NANQUIM 墨',
  retro:
    'RETRO VINTAGE 70S SEVENTIES GROOVY RÉTRO RETRÒ レトロ 1970 60s sixties mid_century poster años_70 anni_70 anos_70 nostalgi old_school',
  corporate:
    'CORPORATE BUSINESS ENTERPRISE bold professional b2b empresa entreprise unternehmen firmen aziend geschäft ビジネス confident brand pitch consulting finance',
  pop: 'POP COMIC POPART SUPERHERO MANGA CÓMIC FUMETTO QUADRINHOS bande_dessinée 漫画 アメコミ loud lichtenstein warhol',
  bauhaus: 'BAUHAUS CONSTRUCTIVIS SUPREMATIS MONDRIAN バウハウス primary_colo de_stijl kandinsky modernist',
  newspaper:
    'NEWSPAPER NEWSPRINT HALFTONE PERIÓDICO ZEITUNG JORNAL 新聞 press engraving journal giornale broadsheet black_and_white_print',
  blueprint:
    'BLUEPRINT TECHNICAL BAUPLAN TÉCNIC TECHNISCH TECNIC TECHNIQUE 設計図 青写真 engineering schematic architect isometric line_art wireframe cad diagram',
  noir: 'NOIR BLACK_AND_WHITE MONOCHROM SCHWARZ_WEISS SCHWARZ_WEIß SCHWARZWEIß BLANCO_Y_NEGRO BIANCO_E_NERO PRETO_E_BRANCO モノクロ 白黒 detective thriller crime dark mystery horror shadow oscuro sombre düster',
  cinematic:
    'CINEMA FILM MOVIE HOLLYWOOD CINE KINO 映画 epic dramatic blockbuster trailer teal_and_orange anamorphic dusk golden_hour photoreal realistic widescreen moody',
  nature:
    'NATURE NATURAL WILDLIFE NATURALEZA NATUR 自然 documentary organic forest earthy botanical documental documentaire dokumentar documentario documentário ドキュメンタリー planet_earth bbc eco landscape outdoor',
  neon: 'NEON CYBERPUNK SYNTHWAVE VAPORWAVE RETROWAVE OUTRUN CYBER NÉON ネオン サイバー futuristic futurist glow sci_fi scifi tron 80s eighties hacker gaming electric',
  luxury:
    'LUXUR GOLD ART_DECO LUJO LUXE LUSSO LUXO 高級 ゴールド elegan premium fashion deco glamour refined wedding jewel',
  modern:
    'MODERN GRADIENT STARTUP SAAS AURORA MODERNO VERLAUF スタートアップ モダン グラデーション tech trendy app fresh vibrant digital glass',
};
