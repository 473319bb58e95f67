package dev.hpa.app.serving;

import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import okhttp3.tls.HeldCertificate;

/** Signs certificates for tests. */
public final class TestAuthority {

  private static final String PASSWORD = "in-tests";

  private final HeldCertificate authority;

  /**
   * @param name the common name of the authority
   */
  public TestAuthority(String name) {
    this.authority = named(name).certificateAuthority(0).build();
  }

  public record Issued(X509Certificate certificate, PrivateKey key) {

    public void write(Path certificateFile, Path keyFile) throws Exception {
      HeldCertificate held =
          new HeldCertificate(new KeyPair(certificate.getPublicKey(), key), certificate);
      Files.writeString(certificateFile, held.certificatePem());
      Files.writeString(keyFile, held.privateKeyPkcs1Pem());
    }
  }

  /** A certificate with a common name. */
  public Issued issue(String name) {
    HeldCertificate issued =
        named(name).addSubjectAlternativeName("127.0.0.1").signedBy(authority).build();
    return new Issued(issued.certificate(), issued.keyPair().getPrivate());
  }

  /**
   * The certificate of a user in a group. Groups are organizations, which {@link HeldCertificate}
   * cannot name; keytool, which is in every JDK, can.
   */
  Issued issue(String user, String group) throws Exception {
    Path file = Files.createTempFile("authority", ".p12");
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "authority",
          authority.keyPair().getPrivate(),
          PASSWORD.toCharArray(),
          new X509Certificate[] {authority.certificate()});
      try (OutputStream out = Files.newOutputStream(file)) {
        store.store(out, PASSWORD.toCharArray());
      }
      keytool(file, "O=" + group + ",CN=" + user);
      store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
      return new Issued(
          (X509Certificate) store.getCertificate("user"),
          (PrivateKey) store.getKey("user", PASSWORD.toCharArray()));
    } finally {
      Files.delete(file);
    }
  }

  private static void keytool(Path store, String subject) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "user",
                "-dname",
                subject,
                "-signer",
                "authority",
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-startdate",
                "-1d",
                "-validity",
                "2",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException("keytool made no certificate: " + said);
    }
  }

  public String pem() {
    return authority.certificatePem();
  }

  private static HeldCertificate.Builder named(String name) {
    Instant now = Instant.now();
    return new HeldCertificate.Builder()
        .commonName(name)
        .rsa2048()
        .serialNumber(new BigInteger(64, new SecureRandom()))
        .validityInterval(
            now.minus(Duration.ofDays(1)).toEpochMilli(),
            now.plus(Duration.ofDays(1)).toEpochMilli());
  }
}
