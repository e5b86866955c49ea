/**
 * A domain search takes a website's host for the company, so it would charge for the emails of the platform. The bare
 * host (`linkedin.com`) is the platform's own company, and is asked about.
 */

const list = (hosts: string): string[] => hosts.trim().split(/\s+/);

/** After a `/`, on the host or a subdomain (`uk.linkedin.com/company/acme`), stands a page about somebody. */
const WITH_PAGES = list(`
  linkedin.com lnkd.in facebook.com fb.com fb.me instagram.com instagr.am twitter.com x.com threads.net threads.com
  tiktok.com youtube.com youtu.be pinterest.com snapchat.com reddit.com tumblr.com vimeo.com twitch.tv flickr.com
  soundcloud.com behance.net dribbble.com medium.com xing.com vk.com ok.ru weibo.com bsky.app mastodon.social t.me
  telegram.me wa.me whatsapp.com discord.gg discord.com github.com gitlab.com
  linktr.ee about.me beacons.ai carrd.co
  crunchbase.com wellfound.com angel.co glassdoor.com indeed.com producthunt.com trustpilot.com yelp.com tripadvisor.com
  zoominfo.com g2.com capterra.com meetup.com eventbrite.com wikipedia.org
  google.com/maps maps.google.com business.google.com sites.google.com docs.google.com drive.google.com play.google.com
  g.page apps.apple.com itunes.apple.com
  amazon.com amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.ca amazon.in amazon.co.jp amazon.com.au
  ebay.com ebay.co.uk ebay.de etsy.com alibaba.com aliexpress.com mercadolibre.com gumroad.com patreon.com
  kickstarter.com indiegogo.com`);

/** Only a visit would tell where these links lead. */
const WITH_LINKS = list(`
  bit.ly bitly.com j.mp tinyurl.com t.co goo.gl g.co ow.ly buff.ly is.gd v.gd cutt.ly rebrand.ly rb.gy
  shorturl.at t.ly tiny.cc bl.ink s.id amzn.to`);

/** Each subdomain is somebody's site or shop (`acme.myshopify.com`). Mail goes to another, registered domain. */
const WITH_SITES = list(`
  myshopify.com bigcartel.com etsy.com en.alibaba.com mybigcommerce.com ecwid.com company.site gumroad.com
  storenvy.com
  wixsite.com wordpress.com blogspot.com weebly.com weeblysite.com squarespace.com webflow.io square.site
  business.site godaddysites.com jimdosite.com jimdofree.com jimdo.com strikingly.com mystrikingly.com yolasite.com
  webnode.page site123.me tilda.ws carrd.co framer.website framer.app framer.ai notion.site ueniweb.com
  substack.com medium.com tumblr.com typepad.com livejournal.com
  github.io gitlab.io netlify.app vercel.app pages.dev workers.dev web.app firebaseapp.com herokuapp.com onrender.com
  azurewebsites.net azurestaticapps.net cloudfront.net amazonaws.com`);

const [PAGES, LINKS, SITES] = [new Set(WITH_PAGES), new Set(WITH_LINKS), new Set(WITH_SITES)];

/** As in "a page on linkedin.com"; `null` if the website may be a company's own. @param host without a port */
export function sharedPlace(host: string, path: string): string | null {
  const labels = host.toLowerCase().split(".");
  const folder = /^\/+([^/?#]+)/.exec(path.toLowerCase())?.[1];
  // No host in these lists has more than three labels, so only the last three count.
  for (let from = Math.max(0, labels.length - 3); from < labels.length - 1; from++) {
    const end = labels.slice(from).join(".");
    const sub = labels.slice(0, from).join(".");
    if (SITES.has(end) && sub !== "" && sub !== "www") return `a site on ${end}`;
    if (folder === undefined) continue;
    if (LINKS.has(end)) return `a link on ${end}`;
    if (PAGES.has(end) || PAGES.has(`${end}/${folder}`)) return `a page on ${end}`;
  }
  return null;
}
