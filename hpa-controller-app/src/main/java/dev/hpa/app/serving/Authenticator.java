package dev.hpa.app.serving;

import dev.hpa.app.serving.AuthenticationOptions.FrontProxy;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates requests by front proxy headers, client certificate and token, in this order. One
 * valid credential is sufficient; requests with invalid credentials only are rejected; requests
 * without credentials are anonymous. Thread-safe.
 */
final class Authenticator {

  private final Supplier<Authorities> authorities;
  private final @Nullable TokenReviewer tokens;
  private final InstantSource clock;

  /**
   * @param authorities the current CAs
   * @param tokens null without an API server: tokens are ignored
   */
  Authenticator(
      Supplier<Authorities> authorities, @Nullable TokenReviewer tokens, InstantSource clock) {
    this.authorities = authorities;
    this.tokens = tokens;
    this.clock = clock;
  }

  /**
   * The CAs of client certificates.
   *
   * @param clients CAs of users
   * @param proxies CAs of front proxies, with their settings
   */
  record Authorities(ClientCas clients, ClientCas proxies, FrontProxy frontProxy) {}

  User authenticate(Credentials given) throws NotAuthenticatedException, TooManyReviewsException {
    NotAuthenticatedException refused = null;
    Authorities now = authorities.get();
    for (Method method : List.<Method>of(this::byFrontProxy, this::byCertificate, this::byToken)) {
      try {
        User user = method.find(given, now);
        if (user != null) {
          return user.authenticated();
        }
      } catch (NotAuthenticatedException failure) {
        refused = failure;
      }
    }
    if (refused != null) {
      throw refused;
    }
    return User.ANONYMOUS;
  }

  /** One authentication method; returns null if the request does not use it. */
  @FunctionalInterface
  private interface Method {
    @Nullable User find(Credentials given, Authorities authorities)
        throws NotAuthenticatedException, TooManyReviewsException;
  }

  private @Nullable User byFrontProxy(Credentials given, Authorities authorities)
      throws NotAuthenticatedException {
    if (authorities.proxies().isEmpty() || given.certificates().isEmpty()) {
      return null;
    }
    FrontProxy rules = authorities.frontProxy();
    String name = first(given, rules.usernameHeaders());
    if (name == null) {
      return null;
    }
    authorities.proxies().verify(given.certificates(), clock.instant());
    String proxy = parts(given.certificates().getFirst(), "CN").stream().findFirst().orElse("");
    if (!rules.allowedNames().isEmpty() && !rules.allowedNames().contains(proxy)) {
      throw new NotAuthenticatedException(proxy + " is not an allowed front proxy");
    }
    String uid = first(given, rules.uidHeaders());
    return new User(
        name,
        uid == null ? "" : uid,
        rules.groupHeaders().stream()
            .flatMap(each -> given.headers().apply(each).stream())
            .toList(),
        extra(given, rules.extraHeaderPrefixes()));
  }

  private static @Nullable String first(Credentials given, List<String> names) {
    return names.stream()
        .flatMap(name -> given.headers().apply(name).stream())
        .filter(value -> !value.isEmpty())
        .findFirst()
        .orElse(null);
  }

  private static Map<String, List<String>> extra(Credentials given, List<String> prefixes) {
    Map<String, List<String>> extra = new HashMap<>();
    for (String header : given.headerNames()) {
      String name = header.toLowerCase(Locale.ROOT);
      for (String prefix : prefixes) {
        if (name.startsWith(prefix.toLowerCase(Locale.ROOT))) {
          String key = URLDecoder.decode(name.substring(prefix.length()), StandardCharsets.UTF_8);
          extra
              .computeIfAbsent(key, any -> new ArrayList<>())
              .addAll(given.headers().apply(header));
        }
      }
    }
    return extra;
  }

  private @Nullable User byCertificate(Credentials given, Authorities authorities)
      throws NotAuthenticatedException {
    if (authorities.clients().isEmpty() || given.certificates().isEmpty()) {
      return null;
    }
    authorities.clients().verify(given.certificates(), clock.instant());
    X509Certificate own = given.certificates().getFirst();
    List<String> names = parts(own, "CN");
    return names.isEmpty() ? null : new User(names.getFirst(), "", parts(own, "O"));
  }

  private @Nullable User byToken(Credentials given, Authorities authorities)
      throws NotAuthenticatedException, TooManyReviewsException {
    String token = tokens == null ? null : given.bearerToken();
    return tokens == null || token == null ? null : tokens.review(token);
  }

  /** The values of one attribute of a certificate's subject, in order. */
  private static List<String> parts(X509Certificate certificate, String attribute)
      throws NotAuthenticatedException {
    try {
      return new LdapName(certificate.getSubjectX500Principal().getName())
          .getRdns().stream()
              .filter(each -> each.getType().equalsIgnoreCase(attribute))
              .map(Rdn::getValue)
              .map(String::valueOf)
              .toList();
    } catch (InvalidNameException failure) {
      throw new NotAuthenticatedException("the certificate's subject is not a valid name", failure);
    }
  }
}
