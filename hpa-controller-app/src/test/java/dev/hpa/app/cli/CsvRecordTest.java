package dev.hpa.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("security")
class CsvRecordTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a,b|a;b",
        "a,|a;",
        ",|;",
        " a, b |` a; b `",
        "`\"a,b\",c`|a,b;c",
        "`\"say \"\"x\"\"\"`|say \"x\"",
      })
  void fieldsAreSeparatedByCommas(String record, String fields)
      throws CsvRecord.MalformedException {
    assertEquals(List.of(fields.split(";", -1)), CsvRecord.fields(record));
  }

  @Test
  void emptyRecordHasNoFields() throws CsvRecord.MalformedException {
    assertEquals(List.of(), CsvRecord.fields(""));
  }

  @Test
  void spacesAroundFieldsCanBeStripped() throws CsvRecord.MalformedException {
    assertEquals(List.of("a", "b , c", "d"), CsvRecord.stripped(" a ,  \"b , c\" ,\td"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,\"b", "a\"b", "\"a\"b", " \"a\""})
  void unbalancedQuotesAreRejected(String record) {
    assertThrows(CsvRecord.MalformedException.class, () -> CsvRecord.fields(record));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "", "a,b", "a \"b\"", "a b"})
  void writtenFieldsCanBeParsed(String field) throws CsvRecord.MalformedException {
    assertEquals(List.of(field), CsvRecord.fields(CsvRecord.listItem(field)));
    assertEquals(List.of("x", field), CsvRecord.fields("x," + CsvRecord.field(field)));
  }
}
