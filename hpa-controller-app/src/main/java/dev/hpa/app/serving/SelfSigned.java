package dev.hpa.app.serving;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates for those who gave none. They name the loopback addresses and count for a year. */
final class SelfSigned {

  private static final String PAIR = "kube-controller-manager";

  private SelfSigned() {}

  /** A new one, in memory. */
  static CertificateFiles create(Instant now) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      X500Name name = new X500Name("CN=localhost@" + now.getEpochSecond());
      X509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              name,
              new BigInteger(64, new SecureRandom()),
              Date.from(now.minus(Duration.ofHours(1))),
              Date.from(now.plus(Duration.ofDays(365))),
              name,
              keys.getPublic());
      builder.addExtension(
          Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(
              new GeneralName[] {
                new GeneralName(GeneralName.dNSName, "localhost"),
                new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
                new GeneralName(GeneralName.iPAddress, "::1")
              }));
      X509Certificate certificate =
          new JcaX509CertificateConverter()
              .getCertificate(
                  builder.build(
                      new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
      return new CertificateFiles(List.of(certificate), keys.getPrivate());
    } catch (GeneralSecurityException | OperatorCreationException | IOException failure) {
      throw new IllegalStateException("cannot make a certificate", failure);
    }
  }

  /**
   * The one a folder holds; makes it if it is not there.
   *
   * @throws IOException when the folder cannot be read or written
   */
  static CertificateFiles in(Path folder, Instant now) throws IOException {
    Path certificate = folder.resolve(PAIR + ".crt");
    Path key = folder.resolve(PAIR + ".key");
    if (Files.exists(certificate) && Files.exists(key)) {
      return CertificateFiles.read(certificate, key);
    }
    CertificateFiles made = create(now);
    Files.createDirectories(folder);
    try {
      Files.writeString(certificate, pem("CERTIFICATE", made.chain().getFirst().getEncoded()));
    } catch (CertificateEncodingException failure) {
      throw new IllegalStateException("cannot encode a certificate", failure);
    }
    Files.deleteIfExists(key);
    Files.createFile(
        key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(
        key, pem("PRIVATE KEY", made.key().getEncoded()), StandardOpenOption.TRUNCATE_EXISTING);
    return made;
  }

  private static String pem(String what, byte[] content) {
    return "-----BEGIN "
        + what
        + "-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content)
        + "\n-----END "
        + what
        + "-----\n";
  }
}
