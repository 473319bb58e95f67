package dev.hpa.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The name of an autoscaler on the command line: {@code NAMESPACE/NAME}. */
public record AutoscalerName(String namespace, String name) {

  @Override
  public String toString() {
    return namespace + "/" + name;
  }

  public static final class Converter implements ITypeConverter<AutoscalerName> {
    @Override
    public AutoscalerName convert(String text) {
      String[] parts = text.split("/", -1);
      if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
        throw new TypeConversionException(
            "\""
                + text
                + "\" is not the name of an autoscaler; write NAMESPACE/NAME, such as"
                + " shop/web");
      }
      return new AutoscalerName(parts[0], parts[1]);
    }
  }
}
