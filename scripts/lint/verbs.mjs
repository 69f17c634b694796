// Words by which ESLint knows that the title of a test is a sentence (scripts/lint/plain-english.mjs). Enter a verb that is missing.
export const VERBS = new Set(
  `
  is are was were be been has have had do does did can cannot could may might must shall should will would
  accept accepts add adds agree agrees align aligns allow allows answer answers appear appears apply applies ask asks attach attaches
  bear bears become becomes begin begins belong belongs bring brings build builds call calls carry carries cause causes change changes
  check checks choose chooses clean cleans clear clears close closes come comes compare compares compute computes contain contains
  continue continues cost costs count counts cover covers create creates credit credits cut cuts decide decides delay delays delete deletes describe
  describes differ differs distinguish distinguishes draw draws end ends enter enters erase erases escape escapes exceed exceeds exclude excludes fail fails fill fills filter
  filters find finds finish finishes fit fits fold folds follow follows forget forgets get gets give gives go goes group groups grow grows
  hand hands happen happens hear hears hold holds ignore ignores import imports include includes index indexes install installs join joins
  keep keeps know knows land lands lead leads learn learns leave leaves let lets live lives limit limits link links list lists listen listens load
  loads log logs look looks lose loses make makes mark marks mean means migrate migrates miss misses move moves name names need needs number numbers obey obeys
  open opens outlast outlasts outlive outlives pack packs page pages pass passes print prints put puts quote quotes raise raises read
  reads receive receives recover recovers refer refers refuse refuses remove removes repeat repeats replace replaces report reports return
  returns roll rolls run runs say says search searches see sees seed seeds send sends serve serves set sets share shares show shows sort
  sorts speak speaks stand stands start starts stay stays stop stops succeed succeeds survive survives swap swaps switch switches take
  takes tell tells translate translates travel travels unassign unassigns understand understands update updates use uses visit visits wait
  waits wake wakes want wants welcome welcomes win wins work works write writes
  `
    .trim()
    .split(/\s+/),
);
