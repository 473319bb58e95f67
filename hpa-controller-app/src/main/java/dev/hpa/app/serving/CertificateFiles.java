package dev.hpa.app.serving;

import dev.hpa.kube.client.PemCertificates;
import dev.hpa.kube.client.PemKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;

/** A certificate with its chain and key. */
record CertificateFiles(List<X509Certificate> chain, PrivateKey key) {

  /**
   * Reads both from PEM files.
   *
   * @throws IOException if they cannot be read, are malformed or do not match
   */
  static CertificateFiles read(Path certificate, Path key) throws IOException {
    return of(bytes(certificate), bytes(key), certificate + ", " + key);
  }

  private static byte[] bytes(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException missing) {
      throw new IOException("open " + file + ": no such file or directory", missing);
    }
  }

  /**
   * Parses both from PEM.
   *
   * @param where prefix of error messages
   */
  static CertificateFiles of(byte[] certificate, byte[] key, String where) throws IOException {
    List<X509Certificate> chain = chain(certificate, where);
    PrivateKey secret;
    try {
      secret = PemKey.read(key);
    } catch (GeneralSecurityException failure) {
      throw new IOException(where + ": the key is not a PEM private key", failure);
    }
    if (!belongTogether(chain.getFirst(), secret)) {
      throw new IOException(where + ": private key does not match public key");
    }
    return new CertificateFiles(chain, secret);
  }

  private static List<X509Certificate> chain(byte[] pem, String where) throws IOException {
    try {
      return PemCertificates.read(pem, "there is none");
    } catch (CertificateException failure) {
      throw new IOException(where + ": the certificate is not a PEM certificate", failure);
    }
  }

  private static boolean belongTogether(Certificate certificate, PrivateKey key)
      throws IOException {
    try {
      String algorithm =
          switch (key.getAlgorithm().toUpperCase(Locale.ROOT)) {
            case "RSA" -> "SHA256withRSA";
            case "EC", "ECDSA" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
          };
      byte[] probe = "probe".getBytes(StandardCharsets.UTF_8);
      Signature signing = Signature.getInstance(algorithm);
      signing.initSign(key);
      signing.update(probe);
      Signature checking = Signature.getInstance(algorithm);
      checking.initVerify(certificate);
      checking.update(probe);
      return checking.verify(signing.sign());
    } catch (GeneralSecurityException otherKinds) {
      return false;
    }
  }
}
