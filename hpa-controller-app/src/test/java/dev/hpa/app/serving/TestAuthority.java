package dev.hpa.app.serving;

import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Signs certificates for tests. */
public final class TestAuthority {

  private final KeyPair keys = newKeys();
  private final X509Certificate certificate;

  public TestAuthority(String name) throws Exception {
    this.certificate = sign(name, keys, name, keys.getPrivate(), true);
  }

  public record Issued(X509Certificate certificate, PrivateKey key) {

    String certificatePem() throws Exception {
      return pem(certificate);
    }

    public void write(Path certificateFile, Path keyFile) throws Exception {
      Files.writeString(certificateFile, pem(certificate));
      Files.writeString(keyFile, pem(key));
    }
  }

  /**
   * @param subject like {@code O=system:masters,CN=admin}
   */
  public Issued issue(String subject) throws Exception {
    KeyPair own = newKeys();
    return new Issued(
        sign(
            subject,
            own,
            certificate.getSubjectX500Principal().getName(),
            keys.getPrivate(),
            false),
        own.getPrivate());
  }

  X509Certificate certificate() {
    return certificate;
  }

  public String pem() throws Exception {
    return pem(certificate);
  }

  private static String pem(Object thing) throws Exception {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(thing);
    }
    return text.toString();
  }

  private static KeyPair newKeys() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return generator.generateKeyPair();
  }

  private static X509Certificate sign(
      String subject, KeyPair own, String issuer, PrivateKey by, boolean isAuthority)
      throws Exception {
    Instant now = Instant.now();
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            new X500Name(issuer),
            BigInteger.valueOf(now.toEpochMilli()),
            Date.from(now.minus(Duration.ofDays(1))),
            Date.from(now.plus(Duration.ofDays(1))),
            new X500Name(subject),
            own.getPublic());
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withRSA").build(by)));
  }
}
