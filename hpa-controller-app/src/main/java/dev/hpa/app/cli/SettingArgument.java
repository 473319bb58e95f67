package dev.hpa.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hpa.kube.memory.Limit;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The {@code NAME.KEY=VALUE} of a flag. Messages never contain the value, which may be a secret.
 *
 * @param flag with dashes
 * @param provider name of the provider
 * @param key of the setting
 * @param value as given
 */
record SettingArgument(String flag, String provider, String key, String value) {

  /**
   * Parses the value of a flag.
   *
   * @param form placeholder of the value in messages, such as {@code VALUE}
   * @throws UsageException if it is not {@code NAME.KEY=VALUE}
   */
  static SettingArgument of(String flag, String form, String text) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    int dot = name.indexOf('.');
    if (equals < 0 || dot < 1 || dot == name.length() - 1) {
      throw new UsageException(
          flag + ": \"" + name + "\" is not a setting; write" + " NAME.KEY=" + form);
    }
    return new SettingArgument(
        flag, name.substring(0, dot), name.substring(dot + 1), text.substring(equals + 1));
  }

  /** The setting as {@code NAME.KEY}. */
  String name() {
    return provider + "." + key;
  }

  /**
   * This setting with the content of the file that its value names.
   *
   * @throws UsageException if the file cannot be read, is larger than 1 MiB or is not UTF-8
   */
  SettingArgument withValueFromFile() {
    byte[] content;
    try (InputStream in = Files.newInputStream(Path.of(value))) {
      content = in.readNBytes(Limit.CONFIGURATION_BYTES.asInt() + 1);
    } catch (IOException | InvalidPathException failure) {
      throw new UsageException(
          about("cannot be read; check the path and its" + " permissions"), failure);
    }
    if (content.length > Limit.CONFIGURATION_BYTES.asInt()) {
      throw new UsageException(
          about("is larger than 1 MiB; give a file that contains only the" + " value"));
    }
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
      return new SettingArgument(flag, provider, key, text);
    } catch (CharacterCodingException failure) {
      throw new UsageException(about("is not valid UTF-8; give a text file"), failure);
    }
  }

  private String about(String problem) {
    return flag + " " + name() + ": the file \"" + value + "\" " + problem;
  }
}
