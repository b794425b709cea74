/**
 * The little words of languages in Latin letters: what tells one language from another, and what a sentence often
 * begins with. Keys are ISO 639-1.
 */
export const stopWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: 'the and of to in is that it for was on are with as his they be at this have from or had by not but what all were we when your can there an which their if will she do how he you i my our so then a an at into over under near through behind beside its',
    es: 'de la que el en y los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué yo hoy nos',
    fr: 'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont la avec son ou mais comme nous vous elle cette être aux ont leur sa ces si tout fait je on était aussi très où',
    de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch ich wir',
    it: 'di e il la che in un a per è una sono con non del si da come le dei nel al i alla più ma anche lo della gli o se ha questo su delle mi ci ne loro quando essere stato molto era tra perché io',
    pt: 'de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era são você',
    nl: 'de van een en het in is dat op te zijn met voor niet die aan er om hij ook als maar bij door naar dan ze uit nog wordt over zich deze tot je heeft wel was kan meer geen al ik we dit wat worden',
    pl: 'w i na z się do nie że to jest o jak za od po przez ale dla czy tak jego przed lub był są być już tym tylko może ich ten oraz aby które który było co go także ze ja jako bardzo',
    sv: 'och att det i en jag som är på för med han av inte den till ett om har var de så vi man men kan från hade ska sig när mycket nu här eller vid',
    da: 'og i at det er en til på af for ikke der med den som de et har jeg var men om vi han sig fra så kan hun nu skal da meget når ved efter eller noget',
    nb: 'og i det er en på til av at for ikke som med den har jeg var de et men om vi han seg fra så kan hun nå skal da mye når ved etter eller noe',
    fi: 'ja on ei että se oli hän mutta ovat joka kun niin myös tai kuin jos ole sen mitä nyt hyvin vain voi minä sinä tämä olla',
    cs: 'a v se na je že o s z do to i ve pro za by ale si jako po tak jsem co jsou být byl bylo který které nebo už jen také než při od',
    ro: 'și de a în la cu pe o un că nu din este pentru care mai sau au fi ce dar prin al sunt se lui ca după cel foarte acest această era noi',
    hu: 'a az és hogy nem is egy ez de van meg csak ha már mint vagy volt azt ki még el mert kell nagyon most lesz ő én',
    id: 'yang dan di dengan untuk ini itu dari pada dalam tidak akan adalah ke juga saya kita mereka ada atau oleh sudah bisa karena kami anda telah lebih',
    tr: 've bir bu da de için ile çok ne daha gibi var olarak o ama kadar sonra en ben her değil ki şey olan mi mı biz ise veya yok bana nasıl',
    vi: 'và của là có không một được cho các người trong này với đã những để khi đó tôi từ ra như rất về đến thì bạn chúng cũng nhiều làm sẽ',
    ca: 'de la i el que en a els les per amb un una no és del al com més però ha són també aquest aquesta hi es ser va molt',
  }).map(([languageCode, words]) => [languageCode, new Set(words.split(' '))]),
);
