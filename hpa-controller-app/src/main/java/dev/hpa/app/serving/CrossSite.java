package dev.hpa.app.serving;

import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Recognizes requests that a browser sends for a page of another site: blindly, but with the client
 * certificate of its user, or from the machine of its user.
 */
final class CrossSite {

  private static final String FETCH_SITE = "Sec-Fetch-Site";
  private static final Set<String> OWN = Set.of("same-origin", "none");

  private CrossSite() {}

  /**
   * Whether a request is one for a page of another site. Browsers set Sec-Fetch-Site over HTTPS and
   * for addresses of the same machine; otherwise Origin is compared, which programs do not send.
   */
  static boolean isCrossSite(Request request) {
    List<String> sites = request.getHeaders().getValuesList(FETCH_SITE);
    if (!sites.isEmpty()) {
      return !OWN.containsAll(sites);
    }
    List<String> origins = request.getHeaders().getValuesList(HttpHeader.ORIGIN);
    return !origins.stream().allMatch(each -> each.equalsIgnoreCase(origin(request)));
  }

  private static String origin(Request request) {
    String host = request.getHeaders().get(HttpHeader.HOST);
    return (request.isSecure() ? "https://" : "http://")
        + (host == null ? request.getHttpURI().getAuthority() : host);
  }
}
