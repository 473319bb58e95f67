package dev.hpa.kube.client;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/** Reads certificates in PEM. */
public final class PemCertificates {

  private PemCertificates() {}

  /**
   * All certificates of a text; other PEM blocks are ignored.
   *
   * @param none the message of the exception if there are none
   * @throws CertificateException if one is malformed, or there are none
   */
  public static List<X509Certificate> read(byte[] pem, String none) throws CertificateException {
    List<X509Certificate> certificates =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(pem))
            .stream()
            .map(X509Certificate.class::cast)
            .toList();
    if (certificates.isEmpty()) {
      throw new CertificateException(none);
    }
    return certificates;
  }
}
