package dev.hpa.sandbox.server;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import okhttp3.tls.HeldCertificate;

/**
 * The self-signed serving certificate, created at the start, for the loopback addresses. Clients
 * trust it through the kubeconfig.
 */
public final class Certificates {

  private static final char[] PASSWORD = "in-memory".toCharArray();

  private final HeldCertificate held;

  private Certificates(HeldCertificate held) {
    this.held = held;
  }

  /** Creates a certificate that is valid from 1 day before an instant until 366 days after it. */
  public static Certificates selfSigned(Instant now) {
    return new Certificates(
        new HeldCertificate.Builder()
            .commonName("hpa-sandbox")
            .serialNumber(new BigInteger(64, new SecureRandom()))
            .validityInterval(
                now.minus(Duration.ofDays(1)).toEpochMilli(),
                now.plus(Duration.ofDays(366)).toEpochMilli())
            .certificateAuthority(0)
            .addSubjectAlternativeName("localhost")
            .addSubjectAlternativeName("kubernetes")
            .addSubjectAlternativeName("127.0.0.1")
            .addSubjectAlternativeName("::1")
            .build());
  }

  /** The key and certificate for the server. */
  public KeyStore keyStore() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "server",
          held.keyPair().getPrivate(),
          PASSWORD,
          new X509Certificate[] {held.certificate()});
      return store;
    } catch (GeneralSecurityException | IOException failure) {
      throw new IllegalStateException("cannot keep the server's certificate", failure);
    }
  }

  public String keyPassword() {
    return new String(PASSWORD);
  }

  /** The certificate in PEM format, for clients. */
  public String pem() {
    return held.certificatePem();
  }
}
