package dev.hpa.app.serving;

import dev.hpa.kube.client.PemCertificates;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The CAs of client certificates. Immutable. */
final class ClientCas {

  /** No CAs. */
  static final ClientCas NONE = new ClientCas(Set.of());

  private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
  private static final String ANY_USE = "2.5.29.37.0";

  private final Set<TrustAnchor> anchors;

  private ClientCas(Set<TrustAnchor> anchors) {
    this.anchors = anchors;
  }

  /**
   * Parses PEM certificates.
   *
   * @throws CertificateException if there are none
   */
  static ClientCas of(String pem) throws CertificateException {
    Set<TrustAnchor> anchors = new HashSet<>();
    for (X509Certificate each :
        PemCertificates.read(pem.getBytes(StandardCharsets.UTF_8), "it contains no certificate")) {
      anchors.add(new TrustAnchor(each, null));
    }
    return new ClientCas(anchors);
  }

  boolean isEmpty() {
    return anchors.isEmpty();
  }

  /**
   * Verifies a client certificate chain.
   *
   * @param now the time for the validity period
   */
  void verify(List<X509Certificate> chain, Instant now) throws NotAuthenticatedException {
    try {
      List<String> uses = chain.getFirst().getExtendedKeyUsage();
      if (uses != null && !uses.contains(CLIENT_AUTH) && !uses.contains(ANY_USE)) {
        throw new NotAuthenticatedException("the certificate does not allow client authentication");
      }
      PKIXParameters parameters = new PKIXParameters(anchors);
      parameters.setRevocationEnabled(false);
      parameters.setDate(Date.from(now));
      CertPathValidator.getInstance("PKIX")
          .validate(CertificateFactory.getInstance("X.509").generateCertPath(chain), parameters);
    } catch (GeneralSecurityException failure) {
      throw new NotAuthenticatedException(
          "the certificate is not trusted: " + failure.getMessage(), failure);
    }
  }
}
