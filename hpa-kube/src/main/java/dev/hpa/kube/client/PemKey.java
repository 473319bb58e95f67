package dev.hpa.kube.client;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads private keys in PEM, as Kubernetes programs accept them: PKCS#8 (RFC 5208), PKCS#1 of RSA
 * (RFC 8017) and SEC 1 of elliptic curves (RFC 5915). Java reads PKCS#8 only, so the others are
 * wrapped. The messages of errors are those of Go's {@code crypto/tls}, except that of an encrypted
 * key. Stateless.
 */
public final class PemKey {

  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN ((?:[A-Z0-9]+ )?PRIVATE KEY)-----(.*?)-----END \\1-----", Pattern.DOTALL);

  private static final byte INTEGER = 0x02;
  private static final byte OCTETS = 0x04;
  private static final byte IDENTIFIER = 0x06;
  private static final byte SEQUENCE = 0x30;

  /** The explicit tag 0, which contains the curve of a key of SEC 1. */
  private static final byte CURVE = (byte) 0xa0;

  private static final byte[] VERSION = {INTEGER, 1, 0};

  /** rsaEncryption, 1.2.840.113549.1.1.1, with the parameters null. */
  private static final byte[] RSA = {
    IDENTIFIER, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 1, 0x05, 0
  };

  /** id-ecPublicKey, 1.2.840.10045.2.1; the curve follows. */
  private static final byte[] EC = {
    IDENTIFIER, 7, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 2, 1
  };

  private PemKey() {}

  /**
   * The first private key.
   *
   * @throws GeneralSecurityException if there is none, or it is encrypted, malformed or of a kind
   *     that Java does not have
   */
  public static PrivateKey read(byte[] pem) throws GeneralSecurityException {
    Matcher block = BLOCK.matcher(new String(pem, StandardCharsets.ISO_8859_1));
    if (!block.find()) {
      throw new InvalidKeyException("tls: failed to find any PEM data in key input");
    }
    if (block.group(1).startsWith("ENCRYPTED") || block.group(2).contains(":")) {
      throw new InvalidKeyException("the private key is encrypted; decrypt it");
    }
    try {
      byte[] key = Base64.getMimeDecoder().decode(block.group(2));
      return switch (block.group(1)) {
        case "RSA PRIVATE KEY" -> key("RSA", wrapped(RSA, key));
        case "EC PRIVATE KEY" -> key("EC", wrapped(joined(EC, curve(key)), key));
        default -> ofAnyKind(key);
      };
    } catch (InvalidKeySpecException
        | BufferUnderflowException
        | IndexOutOfBoundsException
        | IllegalArgumentException malformed) {
      throw new InvalidKeyException("tls: failed to parse private key", malformed);
    }
  }

  private static PrivateKey ofAnyKind(byte[] pkcs8) throws GeneralSecurityException {
    for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
      try {
        return key(algorithm, pkcs8);
      } catch (InvalidKeySpecException another) {
        // The next algorithm may fit.
      }
    }
    throw new InvalidKeyException("tls: failed to parse private key");
  }

  private static PrivateKey key(String algorithm, byte[] pkcs8) throws GeneralSecurityException {
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  /** A key in the form of PKCS#8. */
  private static byte[] wrapped(byte[] algorithm, byte[] key) {
    return element(
        SEQUENCE, joined(VERSION, joined(element(SEQUENCE, algorithm), element(OCTETS, key))));
  }

  /** The identifier of the curve of a key of SEC 1, as an element. */
  private static byte[] curve(byte[] key) throws InvalidKeyException {
    ByteBuffer parts = content(ByteBuffer.wrap(key), SEQUENCE);
    content(parts, INTEGER);
    content(parts, OCTETS);
    ByteBuffer identifier = content(content(parts, CURVE), IDENTIFIER);
    byte[] bytes = new byte[identifier.remaining()];
    identifier.get(bytes);
    return element(IDENTIFIER, bytes);
  }

  /** Reads the content of the next element. */
  private static ByteBuffer content(ByteBuffer in, byte tag) throws InvalidKeyException {
    if (in.get() != tag) {
      throw new InvalidKeyException("tls: failed to parse private key");
    }
    int length = in.get() & 0xff;
    if (length > 0x80) {
      int bytes = length - 0x80;
      length = 0;
      for (int i = 0; i < bytes; i++) {
        length = (length << 8) | (in.get() & 0xff);
      }
    }
    ByteBuffer content = in.slice(in.position(), length);
    in.position(in.position() + length);
    return content;
  }

  private static byte[] element(byte tag, byte[] content) {
    byte[] head =
        content.length < 0x80
            ? new byte[] {tag, (byte) content.length}
            : new byte[] {tag, (byte) 0x82, (byte) (content.length >> 8), (byte) content.length};
    return joined(head, content);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(first.length + second.length);
    all.writeBytes(first);
    all.writeBytes(second);
    return all.toByteArray();
  }
}
