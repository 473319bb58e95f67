package dev.hpa.cli;

import dev.hpa.api.NamespacedName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of an autoscaler on the command line: {@code NAMESPACE/NAME}. */
public final class AutoscalerNameConverter implements ITypeConverter<NamespacedName> {

  @Override
  public NamespacedName convert(String text) {
    try {
      return NamespacedName.parse(text);
    } catch (IllegalArgumentException invalid) {
      throw new TypeConversionException(
          "\""
              + text
              + "\" is not the name of an autoscaler; write NAMESPACE/NAME, such as"
              + " shop/web");
    }
  }
}
