package dev.hpa.app.serving;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import okhttp3.tls.HeldCertificate;

/** Self-signed certificates for the loopback addresses, valid for 1 year. */
final class SelfSigned {

  private static final String PAIR = "kube-controller-manager";

  private SelfSigned() {}

  /** A new certificate, in memory. */
  static CertificateFiles create(Instant now) {
    HeldCertificate made =
        new HeldCertificate.Builder()
            .commonName("localhost@" + now.getEpochSecond())
            .serialNumber(new BigInteger(64, new SecureRandom()))
            .validityInterval(
                now.minus(Duration.ofHours(1)).toEpochMilli(),
                now.plus(Duration.ofDays(365)).toEpochMilli())
            .addSubjectAlternativeName("localhost")
            .addSubjectAlternativeName("127.0.0.1")
            .addSubjectAlternativeName("::1")
            .build();
    return new CertificateFiles(List.of(made.certificate()), made.keyPair().getPrivate());
  }

  /**
   * The certificate in a directory; creates it if it does not exist.
   *
   * @throws IOException if the directory cannot be read or written
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
